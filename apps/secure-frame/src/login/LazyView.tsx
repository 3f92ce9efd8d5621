import { t } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { ErrorState } from '@latchkey/ui'
import type { ReactNode } from 'react'
import { useLoaded } from '../approvals/screen/useLoaded.ts'

export type LazyViewProps<props> = {
  /** Loads the code of the view, with its words. */
  load: () => Promise<(props: props) => ReactNode>
  props: props
  /** Shown until it has loaded. */
  waiting: ReactNode
}

/** A view whose code loads when it is first shown; a failed load can be retried. */
export function LazyView<props extends object>({ load, props, waiting }: LazyViewProps<props>) {
  const [loaded, reload] = useLoaded(async () => ({ View: await load() }))
  if (loaded.kind === 'loading') return waiting
  if (loaded.kind === 'failed') {
    const { title, body } = errorCopy(loaded.error)
    return <ErrorState title={title} description={body} action={{ label: t('tryAgain'), onClick: reload }} />
  }
  const { View } = loaded.value
  return <View {...props} />
}
