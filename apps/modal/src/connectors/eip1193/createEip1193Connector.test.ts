import { describeConnector } from '../connectorContract.fixture.ts'
import { createEip1193Connector } from './createEip1193Connector.ts'
import {
  createScriptedProvider,
  noPatience,
  type ScriptedProvider,
  scriptedWallet,
} from './scriptedProvider.fixture.ts'

const connect = ({ provider }: Pick<ScriptedProvider, 'provider'>) =>
  createEip1193Connector({
    id: 'announced:com.example',
    type: 'announced',
    name: 'Example',
    icon: null,
    rdns: 'com.example',
    provider,
    patience: noPatience,
  })

describeConnector('EIP-1193', () => {
  const script = createScriptedProvider()
  return scriptedWallet(script, () => connect(script))
})
