/** Names of the operator's zone: one for each account, only by its signature. */
import { createApiClient, type EndpointRequest, endpoints } from '@latchkey/api-client'
import { removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { type Address, concatHex, encodeFunctionData, type Hex, namehash, padHex, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { mainnetEns } from '../../api/src/nameZone/ensSettings.ts'
import { readZoneCommand, runZoneCommand } from '../../api/src/nameZone/zoneNames.ts'
import { insertZoneName } from '../../api/src/nameZone/zoneStore.ts'
import { addresses, createHarness, type Harness, type HarnessOptions } from './harness.ts'

const origin = 'http://127.0.0.1:3000'
const parent = 'example.eth'
const withZone = (options: HarnessOptions = {}) =>
  createHarness({ ens: { ...mainnetEns, zone: { parent, reserved: ['acme'] } }, ...options })
const newAccount = () => privateKeyToAccount(generatePrivateKey())
type Owner = ReturnType<typeof newAccount>
const evm = (chainId: number) => 2 ** 31 + chainId

const pageOf = (harness: Harness, from = origin) => {
  const client = createApiClient({
    endpoints,
    apiUrl: addresses.apiUrl,
    custodyUrl: addresses.custodyUrl,
    projectId: 'demo',
    fetch: (input, init) => {
      const request = new Request(input, init)
      request.headers.set('origin', from)
      return harness.fetch(request)
    },
    clock: {
      now: () => harness.clock.now().getTime(),
      wait: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
  })
  const messageOf = (label: string, more: object = {}) =>
    JSON.stringify({
      name: `${label}.${parent}`,
      attributes: {},
      timestamp: Math.floor(harness.clock.now().getTime() / 1000),
      ...more,
    })
  const send = (request: Omit<EndpointRequest<'registerProfile'>, 'projectId'>) =>
    client.call('registerProfile', request)
  const register = async (owner: Owner, label: string, more: object = {}) => {
    const message = messageOf(label, more)
    return send({ coin_type: 60, address: owner.address, message, signature: await owner.signMessage({ message }) })
  }
  const account = (name: string) => client.call('profileAccount', { name, apiVersion: '2' })
  const suggest = async (name: string, zone?: string, address?: string) =>
    (await client.call('profileSuggestions', { name, ...(zone && { zone }), ...(address && { address }) })).suggestions
  return { client, messageOf, send, register, account, suggest }
}
const named = (name: string, details: object = {}) => ({
  name,
  ...(Object.keys(details).length > 0 && { details: expect.objectContaining(details) }),
})

test('an account registers a name, which leads to it and back on every EVM chain', async () => {
  await using harness = await withZone()
  const page = pageOf(harness)
  const owner = newAccount()
  const at = { address: owner.address, created_at: harness.clock.now().toISOString() }
  const registered = {
    name: `lovelace.${parent}`,
    registered_at: harness.clock.now().toISOString(),
    updated_at: null,
    addresses: { 60: at, 2147483648: at },
    attributes: { bio: 'Analyst' },
  }
  expect(await page.register(owner, 'lovelace', { attributes: { bio: 'Analyst' } })).toEqual(registered)
  expect(await page.account(`lovelace.${parent}`)).toEqual(registered)
  // No node responds here: the zone works without one.
  expect(await page.client.call('profileReverse', { address: owner.address })).toEqual([registered])
  expect(await page.client.call('identity', { address: owner.address.toLowerCase() })).toEqual({
    name: `lovelace.${parent}`,
    avatar: null,
  })
  expect(await page.account(`vacant.${parent}`)).toEqual([])
})

test('suggestions say what can be had', async () => {
  await using harness = await withZone()
  const page = pageOf(harness)
  await page.register(newAccount(), 'lovelace')
  await page.register(newAccount(), 'lovelacewallet')
  const full = (label: string) => `${label}.${parent}`
  expect(await page.suggest('Lovelace', parent)).toEqual([
    { name: full('lovelace'), registered: true },
    ...['lovelace-eth', 'lovelace-xyz', 'lovelace01', 'lovelace23'].map((label) => ({
      name: full(label),
      registered: false,
    })),
  ])
  expect((await page.suggest('grace'))[0]).toEqual({ name: full('grace'), registered: false })
  for (const label of ['ada', 'support', 'acme', '10velace'])
    expect((await page.suggest(label))[0]).toEqual({ name: full(label), registered: true })
  await expect(page.suggest('grace', 'other.eth')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
})

test('a zone below any ENSIP-15 name reaches pages, and its names are suggested', async () => {
  const zone = { parent: 'müller.🦊.eth' }
  await using harness = await createHarness({ ens: { ...mainnetEns, zone } })
  const page = pageOf(harness)
  expect((await page.client.call('getProjectConfig', {})).names).toEqual(zone)
  expect((await page.suggest('grace', zone.parent))[0]).toEqual({ name: `grace.${zone.parent}`, registered: false })
})

describe('is refused, and takes nothing:', () => {
  test('a message that was used, by its owner or by another account, also by two calls at once', async () => {
    await using harness = await withZone()
    const page = pageOf(harness)
    const owner = newAccount()
    const message = page.messageOf('lovelace')
    const signature = await owner.signMessage({ message })
    const request = { coin_type: 60, address: owner.address, message, signature }
    await expect(page.send({ ...request, address: newAccount().address })).rejects.toThrow()
    const both = await Promise.allSettled([page.send(request), page.send(request)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // Once released, the old signature can't restore it.
    const now = harness.clock.now()
    const command = readZoneCommand(['release', `lovelace.${parent}`])
    await runZoneCommand(harness.database, command, { now, write: () => {} })
    await harness.database.transaction('api', (sql) => sql`DELETE FROM zone_names`)
    await expect(page.send(request)).rejects.toMatchObject({ name: 'NONCE_INVALID' })
    harness.clock.advance(601)
    await expect(page.send(request)).rejects.toMatchObject({ name: 'NONCE_INVALID' })
    expect(await page.account(`lovelace.${parent}`)).toEqual([])
  })

  test('a signature of another key', async () => {
    await using harness = await withZone()
    const page = pageOf(harness)
    const message = page.messageOf('lovelace')
    const owner = newAccount()
    const request = { coin_type: 60, address: owner.address, message }
    const foreign = await newAccount().signMessage({ message })
    // Only a node could check whether a contract agrees, and there is none.
    await expect(page.send({ ...request, signature: foreign })).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    const others = await owner.signMessage({ message: page.messageOf('lovelace2') })
    await expect(page.send({ ...request, signature: others })).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    const zero = { ...request, address: `0x${'00'.repeat(20)}`, signature: foreign }
    await expect(page.send(zero)).rejects.toMatchObject({ name: 'SIGNATURE_INVALID' })
    expect(await page.account(`lovelace.${parent}`)).toEqual([])
  })

  test('a name against the rules, outside the zone, or in another writing', async () => {
    await using harness = await withZone()
    const page = pageOf(harness)
    const owner = newAccount()
    for (const [label, reason] of [
      ['ada', 'short'],
      ['ada_lovelace', 'characters'],
      ['support', 'reserved'],
      ['acme', 'reserved'],
      ['Lovelace', 'form'],
      ['a.lovelace', 'zone'],
    ] as const)
      await expect(page.register(owner, label)).rejects.toMatchObject(named('NAME_NOT_ALLOWED', { reason }))
    await expect(page.register(owner, 'lovelace', { name: 'lovelace.other.eth' })).rejects.toMatchObject(
      named('NAME_NOT_ALLOWED', { reason: 'zone' }),
    )
    for (const more of [{ attributes: { bio: 1 } }, { timestamp: 'now' }, { more: true }])
      await expect(page.register(owner, 'lovelace', more)).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect((await page.register(owner, 'lovelace')).name).toBe(`lovelace.${parent}`)
  })

  test('a name that is taken or looks like one, and a second name of an account', async () => {
    await using harness = await withZone()
    const page = pageOf(harness)
    const owner = newAccount()
    await page.register(owner, 'modern')
    for (const label of ['modern', 'modem', 'mod-em'])
      await expect(page.register(newAccount(), label)).rejects.toMatchObject({ name: 'NAME_TAKEN' })
    await expect(page.register(owner, 'another')).rejects.toMatchObject({ name: 'NAME_LIMIT' })
  })

  test('an address or a chain that can’t be', async () => {
    await using harness = await withZone()
    const page = pageOf(harness)
    const owner = newAccount()
    const message = page.messageOf('lovelace')
    const request = { coin_type: 60, address: owner.address, message, signature: await owner.signMessage({ message }) }
    for (const address of ['0x1234567890123456', `${owner.address}0`])
      await expect(page.send({ ...request, address })).rejects.toMatchObject({ name: 'ADDRESS_INVALID' })
    for (const coin_type of [0, 501, 2 ** 31])
      await expect(page.send({ ...request, coin_type })).rejects.toMatchObject({ name: 'CHAIN_ID_INVALID' })
    await expect(page.send({ ...request, coin_type: 2 ** 32 })).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
  })

  test('a page that the project doesn’t list, and everyone where there is no zone', async () => {
    await using harness = await withZone()
    const evil = pageOf(harness, 'https://evil.example')
    await expect(evil.register(newAccount(), 'lovelace')).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
    await expect(evil.suggest('lovelace')).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
    await using bare = await createHarness()
    await expect(pageOf(bare).register(newAccount(), 'lovelace')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
    await expect(pageOf(bare).suggest('lovelace')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
  })

  test('the eleventh registration of a network in a day, before its signature is looked at', async () => {
    await using harness = await withZone({ limits: { calls: true, mails: false } })
    const page = pageOf(harness)
    for (let count = 0; count < 10; count++) await page.register(newAccount(), `lovelace-${'abcdefghjk'.charAt(count)}`)
    const message = page.messageOf('eleventh')
    const request = { coin_type: 60, address: newAccount().address, message, signature: '0x00' }
    await expect(page.send(request)).rejects.toMatchObject({ name: 'RATE_LIMITED' })
    // A rejection by the rules uses up nothing.
    await expect(page.register(newAccount(), 'ada')).rejects.toMatchObject({ name: 'NAME_NOT_ALLOWED' })
  })
})

test('a released name leads nowhere, and is kept from others for 90 days', async () => {
  await using harness = await withZone()
  const page = pageOf(harness)
  const owner = newAccount()
  await page.register(owner, 'lovelace')
  const { database, clock } = harness
  const run = async (...words: string[]) => {
    let written = ''
    const write = (text: string) => {
      written += text
    }
    await runZoneCommand(database, readZoneCommand(words), { now: clock.now(), write })
    return written
  }
  const registeredAt = clock.now().toISOString()
  expect(JSON.parse(await run('list'))).toEqual({ name: `lovelace.${parent}`, address: owner.address, registeredAt })
  expect(await run('release', `Lovelace.${parent}`)).toBe(`lovelace.${parent} released\n`)
  expect(await run('list')).toBe('')
  await expect(run('release', `lovelace.${parent}`)).rejects.toThrow(`No account holds lovelace.${parent}`)
  for (const wrong of [[], ['release'], ['release', 'lovelace'], ['list', 'all']])
    expect(() => readZoneCommand(wrong)).toThrow('Say list')

  expect(await page.account(`lovelace.${parent}`)).toEqual([])
  const rules = apiRetention({
    ...{
      sessionsDays: 30,
      devicesDays: 730,
      auditDays: 730,
      networksDays: 180,
      capturedEmailsDays: 730,
      telemetryDays: 30,
    },
  })
  clock.advance(89 * 86_400)
  await removeExpired({ authority: 'api', database, clock, rules })
  await expect(page.register(newAccount(), 'lovelace')).rejects.toMatchObject({ name: 'NAME_TAKEN' })
  expect((await page.register(owner, 'augusta')).name).toBe(`augusta.${parent}`)
  clock.advance(2 * 86_400)
  await removeExpired({ authority: 'api', database, clock, rules })
  expect((await page.register(newAccount(), 'lovelace')).name).toBe(`lovelace.${parent}`)
})

test('a contract’s name leads to it on the chain on which it has signed, and nowhere else', async () => {
  await using chain = await startAnvil()
  await using harness = await withZone({ nodes: { 'eip155:31337': [chain.url] }, fetch: globalThis.fetch })
  const page = pageOf(harness)
  /** Answers every call with one word. */
  const place = async (address: Address, word: Hex) => {
    const code = concatHex(['0x7f', padHex(word, { dir: 'right', size: 32 }), '0x60005260206000f3'])
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [address, code] })
    await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const [agreeing, refusing] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
  await place(agreeing, '0x1626ba7e')
  await place(refusing, '0xffffffff')
  const request = { coin_type: evm(31337), message: page.messageOf('contract'), signature: '0x1234' }
  await expect(page.send({ ...request, address: refusing })).rejects.toMatchObject({ name: 'SIGNATURE_INVALID' })
  const registered = await page.send({ ...request, address: agreeing })
  expect(Object.keys(registered.addresses)).toEqual([String(evm(31337))])
  // Another owner may have a contract at this address on another chain.
  const elsewhere = {
    ...request,
    message: page.messageOf('elsewhere'),
    address: `0x${'a3'.repeat(20)}`,
    coin_type: evm(999_999),
  }
  await expect(page.send(elsewhere)).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
})

describe('a zone that has had another parent', () => {
  const former = 'former.eth'
  /** An operator that has moved from one parent to the other, with an account that has a name below the old one. */
  const moved = async () => {
    const harness = await createHarness({ ens: { ...mainnetEns, zone: { parent, legacyParent: former } } })
    const own = newAccount()
    const rest = { address: own.address, coinType: null, attributes: {}, registeredAt: harness.clock.now() }
    await harness.database.transaction('api', (sql) =>
      insertZoneName(sql, { zone: former, label: 'lovelace', ...rest }),
    )
    return Object.assign(harness, { own, page: pageOf(harness) })
  }
  const namesOf = async ({ client }: ReturnType<typeof pageOf>, { address }: Owner) =>
    (await client.call('profileReverse', { address })).map(({ name }) => name)

  test('keeps its names, in both directions', async () => {
    await using harness = await moved()
    const { own, page } = harness
    expect(await page.account(`lovelace.${former}`)).toMatchObject({
      name: `lovelace.${former}`,
      addresses: { 60: { address: own.address } },
    })
    expect(await page.client.call('identity', { address: own.address })).toMatchObject({ name: `lovelace.${former}` })
    expect(await namesOf(page, own)).toEqual([`lovelace.${former}`])
    expect(await page.account(`hopper.${former}`)).toEqual([])
  })

  test('offers and registers names below the new one only, which then come first', async () => {
    await using harness = await moved()
    const { own, page } = harness
    expect((await page.suggest('lovelace')).every(({ name }) => name.endsWith(`.${parent}`))).toBe(true)
    await expect(page.suggest('lovelace', former)).rejects.toMatchObject({ name: 'NOT_ENABLED' })
    await expect(page.register(newAccount(), 'hopper', { name: `hopper.${former}` })).rejects.toMatchObject(
      named('NAME_NOT_ALLOWED', { reason: 'zone' }),
    )
    await page.register(own, 'countess')
    expect(await namesOf(page, own)).toEqual([`countess.${parent}`, `lovelace.${former}`])
    expect(await page.client.call('identity', { address: own.address })).toMatchObject({ name: `countess.${parent}` })
  })

  test('keeps the labels below the former for their accounts', async () => {
    await using harness = await moved()
    const { own, page } = harness
    const [label, other] = ['lovelace', newAccount()]
    expect((await page.suggest(label))[0]).toMatchObject({ registered: true })
    expect((await page.suggest(label, parent, other.address))[0]).toMatchObject({ registered: true })
    for (const alike of [label, 'love-lace'])
      await expect(page.register(other, alike)).rejects.toMatchObject({ name: 'NAME_TAKEN' })
    expect((await page.suggest(label, parent, own.address.toLowerCase()))[0]).toMatchObject({ registered: false })
    await page.register(own, label)
    expect(await namesOf(page, own)).toEqual([`${label}.${parent}`, `${label}.${former}`])
  })
})

describe('the gateway for other wallets', () => {
  const resolver: Address = '0x00000000000000000000000000000000000000C3'
  const gateway = { chainId: 'eip155:1', resolver, key: new Uint8Array(32).fill(7) }
  const withGateway = (options: HarnessOptions = {}) =>
    createHarness({ ens: { ...mainnetEns, zone: { parent }, gateway }, ...options })
  const question = encodeFunctionData({
    abi: parseAbi(['function resolve(bytes name, bytes data)']),
    args: [
      toHex(packetToBytes(`lovelace.${parent}`)),
      encodeFunctionData({ abi: parseAbi(['function addr(bytes32 node)']), args: [namehash(`lovelace.${parent}`)] }),
    ],
  })
  const get = (harness: Harness, path: string) =>
    harness.fetch(`${addresses.apiUrl}/names/${path}`, { headers: { Origin: 'https://any.example' } })

  test('answers any site, however the resolver is written', async () => {
    await using harness = await withGateway()
    const owner = newAccount()
    await pageOf(harness).register(owner, 'lovelace')
    for (const sender of [resolver, resolver.toLowerCase()]) {
      const response = await get(harness, `${sender}/${question}.json`)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      const { data } = (await response.json()) as { data: Hex }
      expect(data).toContain(owner.address.slice(2).toLowerCase())
    }
  })

  test.each([
    ['another resolver', `0x00000000000000000000000000000000000000D4/${question}.json`, 400],
    ['no question', `${resolver}/0x.json`, 400],
    ['what is no number', `${resolver}/lovelace.json`, 400],
    ['too much', `${resolver}/${question}${'ab'.repeat(2000)}.json`, 400],
    ['nothing', resolver, 404],
  ])('says nothing about %s', async (_, path, status) => {
    await using harness = await withGateway()
    const response = await get(harness, path)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('"data":"0x')
  })

  test('is not there without a zone’s gateway, and not for floods', async () => {
    await using bare = await withZone()
    expect((await get(bare, `${resolver}/${question}.json`)).status).toBe(404)
    await using harness = await withGateway({ limits: { calls: true, mails: false } })
    const statuses = await Promise.all(
      Array.from({ length: 601 }, async () => (await get(harness, `${resolver}/0x.json`)).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
