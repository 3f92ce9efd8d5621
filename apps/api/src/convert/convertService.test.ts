import { mainnet } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { nativeCoin } from '../prices/priceSource.ts'
import { convertGasPrice, convertTokens } from './convertService.ts'
import { createV2Driver, type V2DriverOptions } from './createV2Driver.ts'

const projectId = 'demo'
const chainId = 'eip155:1'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = 'eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test('a network without an exchange has no gas price', async () => {
  const answer = convertGasPrice({ exchangeDrivers: new Map(), crossingDrivers: new Map() }, { projectId, chainId })
  await expect(answer).rejects.toMatchObject({ name: 'GAS_PRICE_UNSUPPORTED' })
})

test('a token is offered with what the operator lists of it, EIP-2612 among it', async () => {
  const driver = createV2Driver({
    network: mainnet,
    exchange: {},
    publicUrl: 'https://api.example',
    tokenList: [
      { chainId, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, eip2612: true },
      { chainId, address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
    ],
    // A driver lists its tokens without calling its exchange or the chain.
  } as unknown as V2DriverOptions)
  const { tokens } = await convertTokens(
    { exchangeDrivers: new Map([[chainId, driver]]), crossingDrivers: new Map() },
    { projectId, chainId },
  )
  expect(tokens.map(({ address, eip2612 }) => [address, eip2612])).toEqual([
    [`${chainId}:${nativeCoin}`, undefined],
    [usdc, true],
    [weth, undefined],
  ])
})
