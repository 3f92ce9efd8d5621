import { parseSolanaAddress, tokenProgram } from '@latchkey/chains'
import { makerSwap, swapStranger, swapUsdc } from '@latchkey/chains/testing/solanaSwap'
import { base64 } from '@scure/base'
import { testAccountApi, testEther, testUsdc } from '../account/testAccountApi.fixture.ts'
import { solanaAddress, solanaHandlers, solanaLocal } from '../connectors/auth/solanaLogin.fixture.ts'
import type { TestModal, TestOptions } from '../modal.fixture.ts'
import { answerWith } from '../send/testTools.fixture.ts'
import { switchNetworkAtom } from '../state/connection.ts'
import { coinAddress, type SwapApi } from './SwapApi.ts'
import { testSwapApi } from './testSwapApi.fixture.ts'

const usdc = `${solanaLocal}:${swapUsdc.mint}`
const inContext = (value: unknown) => ({ context: { slot: 5 }, value })
const mint = new Uint8Array(82)
mint.set([6, 1], 44)

/** 160 USDC for a SOL, from a market maker that signs in addition to the user. */
const api: Partial<SwapApi> = {
  tokens: async () => ({
    listed: [
      { address: coinAddress(solanaLocal), name: 'Solana', symbol: 'SOL', decimals: 9, logoUri: '' },
      { address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, logoUri: '' },
    ],
    destinations: [],
  }),
  prices: async () => new Map([[usdc, 1]]),
  quote: async ({ from, to, units }) => ({
    toUnits: (units * 160n) / 1_000n,
    provider: 'Local Market',
    route: [from, to],
    impact: 0.31,
    crossing: null,
  }),
  buildSolanaSwap: async ({ units }, minimum) =>
    makerSwap({ user: parseSolanaAddress(solanaAddress), lamports: units, units: minimum + 1n }),
}

/** An embedded wallet that holds 2 SOL, with an exchange on Solana; `goToSolana` is its first step. */
export const solanaTrading = (replace: Partial<SwapApi> = {}, { services, ...more }: TestOptions = {}): TestOptions => {
  const ask = answerWith({
    getBalance: inContext(2_000_000_000),
    getMinimumBalanceForRentExemption: 2_039_280,
    getLatestBlockhash: inContext({ blockhash: swapStranger, lastValidBlockHeight: 150 }),
    getFeeForMessage: inContext(10_000),
    getRecentPrioritizationFees: [
      { slot: 4, prioritizationFee: 0 },
      { slot: 5, prioritizationFee: 50_000 },
    ],
    getSignaturesForAddress: [],
    getAccountInfo: (address: string) =>
      inContext(
        address === swapUsdc.mint ? { owner: tokenProgram, lamports: 1, data: [base64.encode(mint), 'base64'] } : null,
      ),
    getEpochInfo: { absoluteSlot: 100, blockHeight: 100 },
    getSignatureStatuses: inContext([{ err: null, confirmationStatus: 'confirmed' }]),
    simulateTransaction: inContext({ err: null, logs: [] }),
  })
  const swapApi = testSwapApi({ ...api, ...replace })
  const balances = async () => [
    { ...testEther('2', solanaLocal), name: 'Solana', symbol: 'SOL', quantity: { decimals: '9', numeric: '2' } },
    { ...testUsdc('0'), chainId: solanaLocal, address: usdc },
  ]
  return {
    remembered: true,
    handlers: solanaHandlers,
    settings: { features: { swaps: true }, networks: ['eip155:31337', solanaLocal] },
    ...more,
    services: {
      loadAccountApi: async () => testAccountApi({ balances }),
      loadSwapApi: async () => swapApi,
      askNode: (_, { method, params }) => ask(method, params as readonly unknown[]),
      ...services,
    },
  }
}

export const goToSolana = ({ store }: TestModal) => store.set(switchNetworkAtom, solanaLocal)
