import { t } from '@latchkey/copy/approvals'
import { Notice, type NoticeProps } from '@latchkey/ui'
import { fact } from '../screen/createReading.ts'

/** A notice whose severity is also a word, for those who do not see its colour. */
export function Caution(props: NoticeProps) {
  const { variant } = props
  const isSerious = variant === 'warning' || variant === 'danger'
  // What endangers is agreed to as well: it has to have been on screen.
  return (
    <div {...(variant === 'danger' ? fact : {})}>
      <Notice {...props} {...(isSerious ? { severity: t(`severity.${variant}`) } : {})} />
    </div>
  )
}
