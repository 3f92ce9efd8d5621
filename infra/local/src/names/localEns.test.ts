import { type Address, createPublicClient, http, type PublicClient } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Chain } from '../chain/createChain.ts'
import { createFaucetApp } from '../faucet/createFaucetApp.ts'
import { createNameFaucet } from '../faucet/nameFaucet.ts'
import { serve } from '../serve.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { placeLocalContracts } from '../tokens/placeLocalContracts.ts'
import { addressBytes, createGatewayApp } from './createGatewayApp.ts'
import { coinTypes, localEns } from './localEns.ts'
import { localNames } from './localNames.ts'
import { setGatewayUrls } from './setGatewayUrls.ts'

const { ada, grace, alan, mallory } = localNames
const universalResolverAddress = localEns.universalResolver

let chain: Chain
let client: PublicClient
beforeAll(async () => {
  const started = await startTestChain()
  chain = started.chain
  await placeLocalContracts(chain.url)
  const gateway = await serve(createGatewayApp(Date.now).fetch, 0)
  await setGatewayUrls(chain.url, { port: gateway.port, apiUrl: 'http://localhost:1' })
  client = createPublicClient({ transport: http(chain.url) })
  return async () => {
    await gateway.close()
    await started.chain.stop()
  }
})

const addressOf = (name: string, coinType?: bigint) =>
  client.getEnsAddress({ name, universalResolverAddress, strict: true, ...(coinType !== undefined && { coinType }) })
const nameOf = (address: Address) => client.getEnsName({ address, universalResolverAddress, strict: true })

test.each([ada, grace, alan])('viem finds $name, and the name of its address', async ({ name, address, reverse }) => {
  expect(await addressOf(name)).toBe(address)
  expect(await nameOf(address)).toBe(reverse)
})

test('texts and addresses of other chains are there too, on the chain and outside it', async () => {
  const { avatar } = ada.texts
  expect(await client.getEnsText({ name: ada.name, key: 'avatar', universalResolverAddress })).toBe(avatar)
  for (const each of [grace, alan])
    expect(await addressOf(each.name, coinTypes.solana)).toBe(addressBytes(each, coinTypes.solana))
})

test('an unregistered name is found neither on the chain nor by the gateway', async () => {
  await expect(addressOf('nobody.eth')).rejects.toThrow('ResolverNotFound')
  expect(await addressOf('nobody.team.eth')).toBeNull()
})

test('an address that claims another’s name has no name', async () => {
  expect(await addressOf(mallory.name)).toBe(mallory.address)
  await expect(nameOf(mallory.address)).rejects.toThrow('ReverseAddressMismatch')
})

test('the faucet gives a name to an address once', async () => {
  const giveName = createNameFaucet(chain)
  const app = createFaucetApp({ faucets: [], giveName, isAllowedOrigin: () => false, now: () => 0 })
  const ask = async (name: string, address: string) => {
    const body = JSON.stringify({ name, address })
    const headers = { 'Content-Type': 'application/json' }
    return (await app.request('/faucet/name', { method: 'POST', headers, body })).status
  }
  const holder: Address = `0x${'ab'.repeat(20)}`
  const other: Address = `0x${'cd'.repeat(20)}`
  expect(await ask('mine.eth', holder)).toBe(200)
  expect((await addressOf('mine.eth'))?.toLowerCase()).toBe(holder)
  expect(await nameOf(holder)).toBe('mine.eth')
  expect(await ask('mine.eth', other)).toBe(409)
  expect(await ask('ada.eth', other)).toBe(409)
  expect(await ask('Ada.eth', other)).toBe(400)
})
