import { expect, test } from 'vitest'
import { createNamesApi } from './NamesApi.ts'

const zone = 'example.eth'
const account = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const foreign = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const entry = (name: string, address = account) => ({
  name,
  registered_at: null,
  updated_at: null,
  addresses: { 60: { address, created_at: null } },
  attributes: null,
})
const apiAnswering = (body: object, asked: URL[] = []) =>
  createNamesApi({
    apiUrl: 'https://api.example',
    projectId: 'demo',
    sdkVersion: '1.0.0',
    fetch: async (url) => {
      asked.push(new URL(String(url)))
      return Response.json(body)
    },
  })

test('the name of an account is asked for by its address', async () => {
  const asked: URL[] = []
  const api = apiAnswering([entry('ada.eth'), entry('ada-lovelace.example.eth', account.toLowerCase())], asked)
  expect(await api.nameOf(account, zone)).toBe('ada-lovelace.example.eth')
  expect(asked.map(({ pathname }) => pathname)).toEqual([`/v1/profile/reverse/${account}`])
})

test.each([
  ['nothing', []],
  ['a name outside the zone', [entry('ada.eth')]],
  ['a name that only ends like the zone', [entry('adaexample.eth')]],
  ['a name that isn’t normalized', [entry('Lovelace.example.eth'), entry('lovelаce.example.eth')]],
  ['a name further below', [entry('ada.lovelace.example.eth')]],
  ['a name of another account', [entry('lovelace.example.eth', foreign)]],
  ['a name without an address', [{ ...entry('lovelace.example.eth'), addresses: {} }]],
])('%s is no name of the account', async (_, body) => {
  expect(await apiAnswering(body).nameOf(account, zone)).toBeNull()
})

test('an answer of another shape is refused', async () => {
  await expect(apiAnswering({ names: [] }).nameOf(account, zone)).rejects.toMatchObject({ name: 'INTERNAL' })
})
