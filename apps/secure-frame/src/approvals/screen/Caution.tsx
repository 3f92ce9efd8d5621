import { t } from '@latchkey/copy/approvals'
import { Notice, type NoticeProps } from '@latchkey/ui'
import { fact } from './createReading.ts'

export type CautionProps = NoticeProps & {
  /** It is about the wallet's current state, not about a fact to confirm. */
  isPassing?: boolean
}

/** A notice whose severity is also a word, for users who can't see its color. */
export function Caution({ isPassing = false, ...props }: CautionProps) {
  const { variant } = props
  const isSerious = variant === 'warning' || variant === 'danger'
  // Warnings are among the facts to confirm: they have to have been on screen.
  return (
    <div {...(isSerious && !isPassing ? fact : {})}>
      <Notice {...props} {...(isSerious ? { severity: t(`severity.${variant}`) } : {})} />
    </div>
  )
}
