import { t } from '@latchkey/copy/localSignIn'
import { type Html, localPage } from '../pages/localPage.ts'

/** A page of a local provider. `title` is what people call it. */
export const providerPage = (title: string, heading: string, content: Html): Html =>
  localPage(
    {
      documentTitle: t('documentTitle', { heading, provider: title }),
      badge: t('badge', { provider: title }),
      heading,
    },
    content,
  )
