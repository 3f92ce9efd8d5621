import { expect, test } from 'vitest'
import type { CustomConnector } from '../../Modal.ts'
import type { Connector } from '../Connector.ts'
import { describeConnector } from '../connectorContract.fixture.ts'
import { createScriptedProvider, scriptedWallet } from '../eip1193/scriptedProvider.fixture.ts'
import { createExternalSource } from './createExternalSource.ts'

const find = (...connectors: CustomConnector[]): Connector[] => {
  const found: Connector[] = []
  createExternalSource(connectors)((connector) => found.push(connector))
  return found
}
const provider = () => createScriptedProvider().provider as CustomConnector['provider']
const own = (more: Partial<CustomConnector> = {}): CustomConnector => ({
  id: 'house',
  name: 'House wallet',
  provider: provider(),
  ...more,
})

describeConnector('A wallet of the dapp', () => {
  const script = createScriptedProvider()
  const load = () => {
    const [connector] = find(own({ provider: script.provider as CustomConnector['provider'] }))
    if (connector === undefined) throw new Error('No wallet was found')
    return connector
  }
  return scriptedWallet(script, load)
})

test('is found with what the dapp says of it', () => {
  expect(find(own({ icon: 'https://example.com/icon.png', rdns: 'com.example' }))).toMatchObject([
    {
      id: 'external:house',
      type: 'external',
      name: 'House wallet',
      icon: 'https://example.com/icon.png',
      rdns: 'com.example',
    },
  ])
})

test('is found once, and not without a provider that can be asked', () => {
  const broken = own({ id: 'broken', provider: {} as CustomConnector['provider'] })
  expect(find(own(), broken, own({ name: 'Twin' })).map(({ name }) => name)).toEqual(['House wallet'])
})
