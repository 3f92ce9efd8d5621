import {
  encodeUnsignedSolanaTransaction,
  type InstructionToEncode,
  parseSolanaAddress,
  transferSol,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { expect, test } from 'vitest'
import type { SolanaMark } from './SendPlan.ts'
import { testTools } from './testTools.fixture.ts'
import { traceOnSolana } from './traceOnSolana.ts'

const network = 'solana:LocaLatchkey11111111111111111111'
const keyOf = (byte: number) => parseSolanaAddress(base58.encode(new Uint8Array(32).fill(byte)))
const [me, friend, stranger] = [keyOf(1), keyOf(2), keyOf(3)]

const transfer = transferSol({ from: me, to: friend, lamports: 5n })
const written = (instructions: readonly InstructionToEncode[], { payer = me, blockhash = keyOf(9) as string } = {}) =>
  encodeUnsignedSolanaTransaction({ payer, blockhash, instructions })
const signed = (transaction: Uint8Array) => Uint8Array.from(transaction).fill(8, 1, 65)

const planned = written([transfer])
const mark: SolanaMark = { lastSignature: 'before', transaction: base58.encode(planned), lastValidBlockHeight: 150 }
const dust = written([transferSol({ from: stranger, to: me, lamports: 1n })], { payer: stranger })
const newer = written([transfer], { blockhash: keyOf(10) })
const withFee = written([{ program: keyOf(11), accounts: [], data: Uint8Array.of(3) }, transfer])
const less = written([transferSol({ from: me, to: friend, lamports: 4n })])

type Chain = { made?: readonly (readonly [Uint8Array, unknown?])[]; height?: number }
const toolsOver = ({ made = [], height = 100 }: Chain, isEmbedded = true, more: object = {}) => {
  const asked: unknown[] = []
  const node = {
    getEpochInfo: { absoluteSlot: height + 1000, blockHeight: height },
    getSignaturesForAddress: (...params: unknown[]) => {
      asked.push(params)
      return made.map(([, err = null], index) => ({ signature: `${index}`, err }))
    },
    getTransaction: (signature: string) => ({
      transaction: [base64.encode(signed(made[Number(signature)]?.[0] ?? new Uint8Array())), 'base64'],
    }),
    ...more,
  }
  return { asked, ...testTools(network, node, {}, { isEmbedded }) }
}

test.each<[string, Chain, string, string]>([
  ['nothing has come in', {}, 'repeatable', 'open'],
  ['nothing has come in, at the last block', { height: 150 }, 'repeatable', 'open'],
  ['nothing has come in, and cannot any more', { height: 151 }, 'void', 'open'],
  ['it is there', { made: [[dust], [planned]] }, 'out', 'out'],
  ['it is there, late', { made: [[planned]], height: 400 }, 'out', 'out'],
  ['a stranger has sent something', { made: [[dust]] }, 'repeatable', 'open'],
  ['a stranger has sent something, and the time is over', { made: [[dust]], height: 151 }, 'void', 'open'],
  ['another amount was sent there', { made: [[less]] }, 'repeatable', 'open'],
  ['it was refused', { made: [[planned, { InstructionError: [0, 'Custom'] }]] }, 'void', 'open'],
  ['the same was sent with another blockhash', { made: [[newer]] }, 'repeatable', 'out'],
  ['the same was sent with more to it', { made: [[withFee]] }, 'repeatable', 'out'],
])('where %s, of the embedded wallet it is %s %s, and of another one %s', async (_, chain, embedded, other) => {
  expect(await traceOnSolana(toolsOver(chain), me, mark)).toBe(embedded)
  expect(await traceOnSolana(toolsOver(chain, false), me, mark)).toBe(other)
})

test('where too much has happened to look through, it is never said to be void', async () => {
  const made = Array.from({ length: 25 }, () => [dust] as const)
  expect(await traceOnSolana(toolsOver({ made, height: 151 }), me, mark)).toBe('open')
})

test('the list is of a node that knows as much as the one that told the height, since the last that was known', async () => {
  const tools = toolsOver({})
  await traceOnSolana(tools, me, mark)
  await traceOnSolana(tools, me, { ...mark, lastSignature: null })
  const range = { commitment: 'confirmed', limit: 25, minContextSlot: 1100 }
  expect(tools.asked).toEqual([
    [me, { ...range, until: 'before' }],
    [me, range],
  ])
})

test.each<[string, object]>([
  ['does not know how far it is', { getEpochInfo: {} }],
  ['is away', { getSignaturesForAddress: new AppError('CHAIN_UNREACHABLE') }],
  ['lists nothing', { getSignaturesForAddress: null }],
  ['does not have what it lists', { getTransaction: null }],
  ['has something else', { getTransaction: { transaction: ['AAAA', 'base64'] } }],
])('a node that %s says nothing', async (_, more) => {
  const traced = traceOnSolana(toolsOver({ made: [[dust]], height: 151 }, true, more), me, mark)
  await expect(traced).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
})
