import { describeFunction, type PermissionGrant } from '@latchkey/chains'
import type { RiskWords } from '../risks/RiskList.tsx'
import { handsOver } from './grantWords.ts'

/** What to know before granting, the worst first. */
export const grantRisks = ({ permission }: PermissionGrant): readonly RiskWords[] => [
  ...(handsOver(permission)
    ? [
        {
          severity: 'danger',
          title: 'This can give away what you own',
          text: 'Called with whatever arguments, functions like these can hand over what you have, or let others take it: as much as there is, to whomever they choose.',
        } as const,
      ]
    : []),
  ...(permission.type === 'contract-call' && permission.functions.some((each) => describeFunction(each).does === null)
    ? [
        {
          severity: 'warning',
          title: 'This wallet does not know what the contract does',
          text: 'Agree only if you trust both this site and the contract.',
        } as const,
      ]
    : []),
  {
    severity: 'warning',
    title: 'It will not ask you again',
    text: 'Whoever has the key of that account can do this at any time until then, also when this page is closed. You can end it earlier in your wallet, under Permissions.',
  },
]
