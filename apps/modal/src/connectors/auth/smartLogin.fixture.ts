/** An embedded wallet with smart accounts: on 31337 with a separate address, on 1337 with the key's, elsewhere none. */
import type { FrameUser, Handlers } from '@latchkey/protocol'
import type { AccountType } from '../../Modal.ts'
import { testAddress } from '../../modal.fixture.ts'

export const smartAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const smartChains: readonly number[] = [31337, 1337]

const toNumber = (chainId: string | number | undefined): number =>
  Number(String(chainId ?? 'eip155:31337').replace('eip155:', ''))

export type SmartLogin = {
  readonly handlers: Partial<Handlers<undefined>>
  /** The account type that the page has requested last. */
  preferred(): AccountType
}

export const createSmartLogin = (): SmartLogin => {
  let preferred: AccountType = 'eoa'
  const addressOn = (chainId: number): string => (chainId === 31337 ? smartAddress : testAddress)
  const getUserOnChain = (chainId: number): FrameUser => {
    if (!smartChains.includes(chainId)) {
      return {
        address: testAddress,
        chainId,
        preferredAccountType: 'eoa',
        accounts: [{ type: 'eoa', address: testAddress }],
      }
    }
    const smart = addressOn(chainId)
    return {
      address: preferred === 'eoa' ? testAddress : smart,
      chainId,
      email: 'ada@example.com',
      preferredAccountType: preferred,
      smartAccountDeployed: false,
      accounts: [
        { type: 'eoa', address: testAddress },
        { type: 'smartAccount', address: smart },
      ],
    }
  }
  return {
    handlers: {
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [...smartChains] }),
      async GET_USER(payload) {
        preferred = payload?.preferredAccountType ?? preferred
        return getUserOnChain(toNumber(payload?.chainId))
      },
      async SET_PREFERRED_ACCOUNT({ type }) {
        preferred = type
        return { type, address: type === 'eoa' ? testAddress : smartAddress }
      },
    },
    preferred: () => preferred,
  }
}
