import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import type { Faults } from '../faults/createFaults.ts'
import type { FarcasterFault } from '../faults/faultTables.ts'
import type { Approval, Channel } from './createChannels.ts'
import { signerOf, stranger } from './farcasterKeys.ts'
import type { FarcasterUser } from './farcasterUsers.ts'

/** Optimism, and the statement that FIP-11 prescribes. */
const chainId = 10
const statement = 'Farcaster Auth'

const resourceOf = (fid: number): string => `farcaster://fid/${fid}`
const anHourMs = 3_600_000

/** The changes that a fault makes to the message to sign. */
const changes: Partial<Record<FarcasterFault, (message: SiweMessage) => Partial<SiweMessage>>> = {
  'wrong domain': () => ({ domain: 'another.example' }),
  'wrong nonce': () => ({ nonce: 'anothernonce0000' }),
  'wrong statement': () => ({ statement: 'Another statement' }),
  'wrong chain': () => ({ chainId: 1 }),
  'several resources': ({ resources = [] }) => ({ resources: [...resources, resourceOf(1)] }),
  'old message': ({ issuedAt = new Date() }) => ({ issuedAt: new Date(issuedAt.getTime() - anHourMs) }),
}

/** Returns the response of a user's app after approval: the signed message of FIP-11, and the user's identity. `now` in milliseconds. */
export const approve = async (
  { nonce, signatureParams }: Channel,
  user: FarcasterUser,
  faults: Faults<FarcasterFault>,
  now: number,
): Promise<Approval> => {
  const { siweUri, domain, notBefore, expirationTime, requestId } = signatureParams
  const signer = signerOf(user)
  const asked: SiweMessage = {
    ...{ domain, uri: siweUri, nonce, chainId, statement, version: '1', address: signer.address },
    issuedAt: new Date(now),
    ...(notBefore === undefined ? {} : { notBefore: new Date(notBefore) }),
    ...(expirationTime === undefined ? {} : { expirationTime: new Date(expirationTime) }),
    ...(requestId === undefined ? {} : { requestId }),
    resources: [resourceOf(user.fid)],
  }
  const [, change] = Object.entries(changes).find(([fault]) => faults.has(fault as FarcasterFault)) ?? []
  const message = createSiweMessage({ ...asked, ...change?.(asked) })
  const key = faults.has('wrong signature') ? stranger : signer
  return {
    message,
    signature: await key.signMessage({ message }),
    authMethod: user.signer === 'custody' ? 'custody' : 'authAddress',
    fid: user.fid,
    username: user.userName,
    displayName: user.name,
    bio: 'Lives on this machine alone',
  }
}
