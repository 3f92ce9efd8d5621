import { t as commonT } from '@latchkey/copy/common'
import { ErrorState } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { buyErrorCopy } from './buyErrors.ts'
import { loadOptionsAtom, onrampOptionsAtom } from './onramp.ts'

/** Shows why purchase options couldn't be read; nothing unless reading failed. */
export function OptionsFailed() {
  const { error } = useAtomValue(onrampOptionsAtom)
  const load = useSetAtom(loadOptionsAtom)
  if (error === null) return null
  const { title, body } = buyErrorCopy(error)
  return (
    <ErrorState title={title} description={body} action={{ label: commonT('tryAgain'), onClick: () => void load() }} />
  )
}
