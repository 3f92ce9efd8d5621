import {
  type AccountCall,
  decodeCalls,
  smartAccountContracts,
  toChecksumAddress,
  type UserOperation,
} from '@latchkey/chains'
import type { SponsorshipPolicy } from '@latchkey/service-kit/projects/projects'
import { refuseSponsoring } from './refuseSponsoring.ts'

const { enforcers, ...core } = smartAccountContracts
const framework: ReadonlySet<string> = new Set([...Object.values(core), ...Object.values(enforcers)])
/** `disableDelegation`, which ends a permission. */
const endsPermission = '0x49934047'

/**
 * Throws SPONSOR_REFUSED unless the project pays for such calls. Data that can't be read as calls, or could do more than call (a delegate
 * call, a batch that may stop halfway, changes to the account itself), is not paid for, whatever the policy. Coins sent with the calls are
 * the user's own.
 *
 * @param isSetUp the operation sets up the account, which may be all that it does.
 */
export function requirePolicy(
  { sender, callData }: Pick<UserOperation, 'sender' | 'callData'>,
  { contracts }: SponsorshipPolicy,
  isSetUp: boolean,
): void {
  const calls = decodeCalls(callData)
  if (calls === null) refuseSponsoring('it is not made of plain calls')
  // It would only produce fees for the bundler.
  if (calls.length === 0 && !isSetUp) refuseSponsoring('it does nothing')
  if (calls.some((call) => decidesOverAccount(call, sender))) refuseSponsoring('it decides over the account itself')
  if (contracts === undefined) return
  const covered = new Set(contracts.map(toChecksumAddress))
  if (!calls.every(({ to }) => covered.has(to))) refuseSponsoring('it calls a contract that is not covered')
}

/** Calls to the account and its framework change its ownership, or hide other calls; the only one allowed ends permissions. */
const decidesOverAccount = ({ to, data }: AccountCall, sender: string): boolean =>
  data !== '0x' &&
  (to === sender || framework.has(to)) &&
  !(to === core.delegationManager && data.startsWith(endsPermission))
