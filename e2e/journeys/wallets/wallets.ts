import type { Stack } from '@latchkey/local'
import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '@latchkey/testing'

/** An EVM wallet that knows chain A of a stack, and can add chain B. */
export const evmWallet = (stack: Stack, options: Partial<EvmWalletOptions> = {}): EvmWallet =>
  createEvmWallet({
    name: 'Fox',
    rdns: 'org.example.fox',
    chains: [{ id: 31337, rpcUrl: stack.urls.chainA }],
    addable: [{ id: 1337, rpcUrl: stack.urls.chainB }],
    ...options,
  })
