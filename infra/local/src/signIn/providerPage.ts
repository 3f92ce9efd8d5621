import { t } from '@latchkey/copy/localSignIn'
import { type Html, localPage } from '../pages/localPage.ts'

/** Renders a page of a local provider. `title` is the name that users see. */
export const providerPage = (title: string, heading: string, content: Html): Html =>
  localPage(
    {
      documentTitle: t('documentTitle', { heading, provider: title }),
      badge: t('badge', { provider: title }),
      heading,
    },
    content,
  )
