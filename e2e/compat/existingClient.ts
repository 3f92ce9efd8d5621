import { W3mFrameProvider } from '@web3modal/wallet'

/** The code of a dapp built with an existing profile-4 client: the client unmodified, its frame URL a build setting. */
Object.assign(globalThis, { existingClient: new W3mFrameProvider('demo', 'eip155:31337') })
