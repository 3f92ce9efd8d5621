/** The parts of a server behind proxies: which of them are trusted, the client's address, and how to stop. */
export { acceptProxyProtocol } from './acceptProxyProtocol.ts'
export { clientAddress, isWithin, networkOf } from './clientAddress.ts'
export { createDrain, type Drain, servingPath } from './createDrain.ts'
export { noProxies, type Proxies, readNetworks, readProxies } from './readProxies.ts'
