import { describeFunction, type PermissionGrant } from '@latchkey/chains'
import { t } from '@latchkey/copy/approvePermissions'
import type { RiskWords } from '../screen/RiskList.tsx'
import { handsOver } from './grantWords.ts'

/** Returns the risks of a grant, the worst first. */
export const grantRisks = ({ permission }: PermissionGrant): readonly RiskWords[] => [
  ...(handsOver(permission)
    ? [
        {
          severity: 'danger',
          title: t('risks.handsOver.title'),
          text: t('risks.handsOver.text'),
        } as const,
      ]
    : []),
  ...(permission.type === 'contract-call' && permission.functions.some((each) => describeFunction(each).does === null)
    ? [
        {
          severity: 'warning',
          title: t('risks.unknown.title'),
          text: t('risks.unknown.text'),
        } as const,
      ]
    : []),
  {
    severity: 'warning',
    title: t('risks.standing.title'),
    text: t('risks.standing.text'),
  },
]
