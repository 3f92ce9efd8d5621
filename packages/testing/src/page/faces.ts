import { bitcoinFace } from '../bitcoin/bitcoinFace.ts'
import { evmFace } from '../evm/evmFace.ts'
import { solanaFace } from '../solana/solanaFace.ts'

/** How each kind of wallet makes itself known in a page. */
export const faces = { evm: evmFace, solana: solanaFace, bitcoin: bitcoinFace } as const

/** What a wallet tells its half in the page. */
export type Face = Parameters<(typeof faces)[keyof typeof faces]>[0]['face']

/** Has a wallet's half appear in this page, under the channel that calls and events go through. */
export const showFace = (face: Face, channel: string): void => {
  const show = faces[face.kind] as (input: { face: Face; channel: string }) => void
  show({ face, channel })
}
