import { injectedBitcoinProvider } from '../bitcoin/injectedBitcoinProvider.ts'
import { injectedEvmProvider } from '../evm/injectedEvmProvider.ts'
import { injectedSolanaProvider } from '../solana/injectedSolanaProvider.ts'

/** How each wallet type announces itself in a page. */
export const faces = {
  evm: injectedEvmProvider,
  solana: injectedSolanaProvider,
  bitcoin: injectedBitcoinProvider,
} as const

/** The wallet's messages to its half in the page. */
export type Face = Parameters<(typeof faces)[keyof typeof faces]>[0]['face']

/** Adds a wallet's half to this page, under the channel for calls and events. */
export const announceProvider = (face: Face, channel: string): void => {
  const show = faces[face.kind] as (input: { face: Face; channel: string }) => void
  show({ face, channel })
}
