import { parseSolanaAddress } from '@latchkey/chains'
import { makerSwap, swapStranger } from '@latchkey/chains/testing/solanaSwap'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { solanaAddress, solanaHandlers } from '../connectors/auth/solanaLogin.fixture.ts'
import { createTestModal, type TestOptions } from '../modal.fixture.ts'
import { connectedSessionsAtom } from '../state/connectedSessions.ts'
import { switchNetworkAtom } from '../state/connection.ts'
import { isSmartAccountAtom } from '../state/isSmartAccount.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { viewAtom } from '../state/route.ts'
import { previewAtom } from '../state/send/preview.ts'
import { sendingAtom } from '../state/send/sending.ts'
import { refreshTokensAtom } from '../state/tokens.ts'
import { openSwapAtom } from './openSwap.ts'
import type { SwapApi } from './SwapApi.ts'
import { fillMostToSwapAtom, flipAtom, getAtom, giveAtom, swapEntryAtom, typeSwapAmountAtom } from './swapForm.ts'
import { goToSolana, solanaTrading } from './swapOnSolana.fixture.ts'
import { quotedAtom, refreshQuoteAtom, submitSwapFormAtom, termsAtom } from './swapQuote.ts'
import { refreshSwapTokensAtom } from './swapTokens.ts'

const opened = async (api: Partial<SwapApi> = {}, options: TestOptions = {}) => {
  const modal = createTestModal(solanaTrading(api, options))
  const { store } = modal
  await store.set(restoreAtom)
  await store.set(openAtom)
  await goToSolana(modal)
  await store.set(refreshTokensAtom)
  store.set(openSwapAtom)
  await store.set(refreshSwapTokensAtom)
  const asked = () =>
    modal.calls.flatMap(({ name, payload }) => {
      const { method, params } = (payload ?? {}) as { method?: string; params?: { transaction: string; swap?: object } }
      return name === 'RPC_REQUEST' && method === 'solana_signAndSendTransaction' && params ? [params] : []
    })
  const swap = async (amount: string) => {
    store.set(typeSwapAmountAtom, amount)
    await store.set(refreshQuoteAtom, true)
    await store.set(submitSwapFormAtom)
  }
  return { ...modal, asked, swap }
}

test('SOL is quoted in USDC with what is agreed to, and the wallet is asked once for it', async () => {
  const { store, asked, swap } = await opened()
  expect([store.get(giveAtom)?.symbol, store.get(getAtom)?.symbol]).toEqual(['SOL', 'USDC'])
  await swap('0.5')
  expect(asked()).toMatchObject([
    {
      swap: {
        give: 'native',
        giveAmount: `0x${(500_000_000).toString(16)}`,
        minimum: `0x${(79_200_000).toString(16)}`,
      },
    },
  ])
  expect(store.get(viewAtom)).toBe('WalletSendSent')
  expect(store.get(sendingAtom).kind).toBe('idle')
})

test('a quote says what signatures, being first and the account for the token cost, and asks for no gas price', async () => {
  const { store } = await opened({ gasPrice: () => Promise.reject(new Error('asked')) })
  store.set(typeSwapAmountAtom, '0.5')
  await store.set(refreshQuoteAtom, true)
  expect(store.get(quotedAtom)).toMatchObject({
    kind: 'ready',
    costs: { fee: 10_000n + 10_000n, deposit: 2_039_280n },
  })
  expect(store.get(termsAtom)).toMatchObject({ minimumUnits: 79_200_000n })
})

test('the account type of EVM networks is not that of Solana', async () => {
  const { store } = await opened()
  store.set(
    connectedSessionsAtom,
    store.get(connectedSessionsAtom).map((held) => ({
      ...held,
      session:
        held.session.namespace === 'eip155'
          ? {
              ...held.session,
              kinds: { type: 'smartAccount', isDeployed: false, addresses: { eoa: held.address } } as const,
            }
          : held.session,
    })),
  )
  expect(store.get(isSmartAccountAtom)).toBe(false)
  await store.set(switchNetworkAtom, 'eip155:31337')
  expect(store.get(isSmartAccountAtom)).toBe(true)
})

test('no deposit is named for SOL, which takes no account', async () => {
  const { store } = await opened({
    quote: async ({ from, to }) => ({ toUnits: 5n, provider: null, route: [from, to], impact: null, crossing: null }),
  })
  store.set(flipAtom)
  store.set(typeSwapAmountAtom, '5')
  await store.set(refreshQuoteAtom, true)
  expect(store.get(quotedAtom)).toMatchObject({ costs: { deposit: 0n } })
})

test('a swap is quoted where its costs are not known', async () => {
  const askNode = () => Promise.reject(new AppError('CHAIN_UNREACHABLE'))
  const { store } = await opened({}, { services: { askNode } })
  store.set(typeSwapAmountAtom, '0.5')
  await store.set(refreshQuoteAtom, true)
  expect(store.get(quotedAtom)).toMatchObject({ kind: 'ready', costs: null })
})

test('all of the SOL leaves what fees and accounts take', async () => {
  const { store } = await opened()
  await store.set(fillMostToSwapAtom)
  expect(store.get(swapEntryAtom)).toEqual({ text: '1.99', unit: 'token' })
})

test('a transaction that pays someone else is never given to the wallet', async () => {
  const buildSolanaSwap: SwapApi['buildSolanaSwap'] = async ({ units }, minimum) =>
    makerSwap({ user: parseSolanaAddress(solanaAddress), lamports: units, units: minimum, to: swapStranger })
  const { store, asked, swap } = await opened({ buildSolanaSwap })
  await swap('0.5')
  expect(asked()).toEqual([])
  const preview = store.get(previewAtom)
  expect(preview?.kind === 'failed' && preview.error.name).toBe('SWAP_MISMATCH')
})

test('an unknown outcome is looked up on the chain, and not swapped again unasked', async () => {
  const { store, asked, swap } = await opened(
    {},
    {
      handlers: {
        ...solanaHandlers,
        RPC_REQUEST: async () => {
          throw new AppError('CHAIN_UNREACHABLE')
        },
      },
    },
  )
  await swap('0.5')
  expect(asked()).toHaveLength(1)
  expect(store.get(sendingAtom)).toMatchObject({ kind: 'unclear', trace: 'repeatable' })
})
