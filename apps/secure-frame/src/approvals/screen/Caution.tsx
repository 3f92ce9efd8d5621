import { t } from '@latchkey/copy/approvals'
import { Notice, type NoticeProps } from '@latchkey/ui'
import { fact } from './createReading.ts'

export type CautionProps = NoticeProps & {
  /** It is about the wallet at this moment, and nothing that is agreed to. */
  isPassing?: boolean
}

/** A notice whose severity is also a word, for those who do not see its colour. */
export function Caution({ isPassing = false, ...props }: CautionProps) {
  const { variant } = props
  const isSerious = variant === 'warning' || variant === 'danger'
  // What is warned of is agreed to as well: it has to have been on screen.
  return (
    <div {...(isSerious && !isPassing ? fact : {})}>
      <Notice {...props} {...(isSerious ? { severity: t(`severity.${variant}`) } : {})} />
    </div>
  )
}
