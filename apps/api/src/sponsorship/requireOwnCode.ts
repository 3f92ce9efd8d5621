/**
 * Checks that an account runs the framework's code, which is the only code that makes the calls we read in an operation. The key's owner
 * can move an account to other code and make us pay for anything, even during signature validation.
 *
 * The account's code is checked when we promise, not when it is mined: the threat model lists the remaining risk.
 */
import { type Authorization, delegationOf, smartAccountContracts, type UserOperation } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { type Hex, keccak256 } from 'viem'
import type { AskChain } from '../chain/askChain.ts'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'
import { refuseSponsoring } from './refuseSponsoring.ts'

/** The authorization (EIP-7702) that an account still has to sign to be smart; null where it needs none. */
export type Lending = Authorization | null

/** The code hash of a `hybrid` account: the proxy that its factory deploys. */
const proxyCodeHash = '0x8678a7d794f76a790255c0db52d6276dc7259cc7a211426bca106e5ebb4b1ddf'
/** The slot with such a proxy's implementation (ERC-1967). */
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const otherCode = 'its account runs other code than it was made with'

/**
 * Throws SPONSOR_REFUSED for an account that runs other code than the framework's, or that doesn't exist yet and is not deployed by this
 * operation; CHAIN_UNREACHABLE when its code is unknown. @param id the chain's number.
 */
export function requireOwnCode(
  operation: Pick<UserOperation, 'sender' | 'factory'>,
  kind: SmartAccountNetwork['kind'],
  ask: AskChain,
  id: number,
): Promise<Lending> {
  return kind === 'hybrid' ? requireOwnProxy(operation, ask) : requireOwnLending(operation, ask, id)
}

async function requireOwnProxy({ sender, factory }: Pick<UserOperation, 'sender' | 'factory'>, ask: AskChain) {
  const [code, stored] = await ask(
    ['eth_getCode', [sender, 'latest']],
    ['eth_getStorageAt', [sender, implementationSlot, 'latest']],
  )
  if (bytes(code) === '0x') {
    // The first deployment there is ours: the address is a function of it.
    if (factory === undefined) refuseSponsoring('its account does not exist yet')
    return null
  }
  const isOwn =
    keccak256(bytes(code)) === proxyCodeHash && quantity(stored) === BigInt(smartAccountContracts.hybridImplementation)
  return isOwn ? null : refuseSponsoring(otherCode)
}

async function requireOwnLending({ sender }: Pick<UserOperation, 'sender'>, ask: AskChain, id: number) {
  const [code, nonce] = await ask(['eth_getCode', [sender, 'latest']], ['eth_getTransactionCount', [sender, 'latest']])
  const address = smartAccountContracts.statelessImplementation
  if (bytes(code) === '0x') return { chainId: id, address, nonce: Number(quantity(nonce)) }
  return delegationOf(bytes(code)) === address ? null : refuseSponsoring(otherCode)
}

/** An invalid answer of a node counts as none. */
const bytes = (answer: unknown): Hex => read(/^0x(?:[0-9a-fA-F]{2})*$/, answer)
const quantity = (answer: unknown): bigint => BigInt(read(/^0x[0-9a-fA-F]{1,64}$/, answer))

function read(pattern: RegExp, answer: unknown): Hex {
  if (typeof answer !== 'string' || !pattern.test(answer)) throw new AppError('CHAIN_UNREACHABLE')
  return answer as Hex
}
