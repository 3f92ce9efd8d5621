import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createChainReader } from '../../chain/createChainReader.ts'
import { hex, token } from '../scenarios.fixture.ts'
import { readToken } from './readToken.ts'

const word = (value: number): string => value.toString(16).padStart(64, '0')
const abiString = (text: string, length = hex(text).length / 2 - 1): string =>
  `0x${word(32)}${word(length)}${hex(text).slice(2).padEnd(128, '0')}`

const contractSaying = (symbol: unknown, decimals: unknown) =>
  createChainReader(async (_, __, params) => {
    const [{ data }] = params as [{ data: string }]
    const said = data === '0x95d89b41' ? symbol : decimals
    if (said instanceof AppError) throw said
    return said
  }, 'eip155:1')

describe('readToken', () => {
  test('reads what tokens of today and of the first days say', async () => {
    const six = `0x${word(6)}`
    expect(await readToken(token, contractSaying(abiString('USDC'), six))).toEqual({
      kind: 'token',
      symbol: 'USDC',
      decimals: 6,
    })
    const old = `${hex('MKR').padEnd(66, '0')}`
    expect(await readToken(token, contractSaying(old, six))).toEqual({ kind: 'token', symbol: 'MKR', decimals: 6 })
    expect(await readToken(token, contractSaying(abiString('USD₮0'), six))).toEqual({
      kind: 'token',
      symbol: 'USD₮0',
      decimals: 6,
    })
  })

  test.each([
    ['nothing', '0x', '0x'],
    ['no decimals', abiString('USDC'), '0x'],
    ['too many decimals', abiString('USDC'), `0x${word(255)}`],
    ['an empty symbol', abiString(''), `0x${word(6)}`],
    ['an endless symbol', abiString('A'.repeat(17)), `0x${word(6)}`],
    ['a symbol with a line break', abiString('USDC\nETH'), `0x${word(6)}`],
    ['a symbol that turns the text around', abiString('\u202eCDSU'), `0x${word(6)}`],
    ['a symbol that is invisible', abiString('\u200b\u200b'), `0x${word(6)}`],
    ['a symbol longer than its data', abiString('USDC', 4096), `0x${word(6)}`],
    ['a symbol far away', `0x${word(2 ** 31)}${word(4)}`, `0x${word(6)}`],
  ])('takes a contract that says %s for no token', async (_, symbol, decimals) => {
    expect(await readToken(token, contractSaying(symbol, decimals))).toBeNull()
  })

  test('knows a collection of items, which has no decimals', async () => {
    const collection = (isIt: string) =>
      createChainReader(async (_, __, params) => {
        const [{ data }] = params as [{ data: string }]
        if (data === '0x95d89b41') return abiString('PUNK')
        if (data.startsWith('0x01ffc9a7')) return `0x${isIt.padStart(64, '0')}`
        throw new AppError('EXECUTION_REVERTED', { details: { reason: 'no such function' } })
      }, 'eip155:1')
    expect(await readToken(token, collection('1'))).toEqual({ kind: 'collection', symbol: 'PUNK' })
    expect(await readToken(token, collection('0'))).toBeNull()
  })

  test('fails when the chain does', async () => {
    const down = new AppError('CHAIN_UNREACHABLE')
    await expect(readToken(token, contractSaying(down, down))).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })
})
