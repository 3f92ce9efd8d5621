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
/** `disableDelegation`: how a permission ends. */
const endsPermission = '0x49934047'

/**
 * Throws SPONSOR_REFUSED unless the project pays for such calls. What cannot be read as calls, or could do something else than
 * call (a delegate call, a batch that may be left half done, what decides over the account itself), is not paid for, whatever
 * the policy says. Coins that calls take along are the person's own.
 *
 * @param isSetUp the account is set up by it, which may be all that it does.
 */
export function requirePolicy(
  { sender, callData }: Pick<UserOperation, 'sender' | 'callData'>,
  { contracts }: SponsorshipPolicy,
  isSetUp: boolean,
): void {
  const calls = decodeCalls(callData)
  if (calls === null) refuseSponsoring('it is not made of plain calls')
  // Nothing but fees would come of it, for whoever bundles.
  if (calls.length === 0 && !isSetUp) refuseSponsoring('it does nothing')
  if (calls.some((call) => decidesOverAccount(call, sender))) refuseSponsoring('it decides over the account itself')
  if (contracts === undefined) return
  const covered = new Set(contracts.map(toChecksumAddress))
  if (!calls.every(({ to }) => covered.has(to))) refuseSponsoring('it calls a contract that is not covered')
}

/** Calls of the account and of its framework own it, or hide other calls; of these an account only ends permissions in use. */
const decidesOverAccount = ({ to, data }: AccountCall, sender: string): boolean =>
  data !== '0x' &&
  (to === sender || framework.has(to)) &&
  !(to === core.delegationManager && data.startsWith(endsPermission))
