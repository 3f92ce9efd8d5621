import { createModal } from '@latchkey/modal'

/** A headless dapp: the test drives its provider. */
const { PROJECT_ID = '', WALLET_URL = '', API_URL = '', ACCOUNT_TYPE = '', CHAINS = '[]' } = process.env

const modal = createModal({
  projectId: PROJECT_ID,
  frameUrl: WALLET_URL,
  apiUrl: API_URL,
  networks: ['eip155:31337', 'eip155:1337', ...JSON.parse(CHAINS)],
  metadata: { name: 'Probe' },
  ...(ACCOUNT_TYPE === 'smartAccount' ? { defaultAccountTypes: { eip155: 'smartAccount' } } : {}),
})
Object.assign(globalThis, { probe: { modal, provider: modal.getProvider('eip155') } })
