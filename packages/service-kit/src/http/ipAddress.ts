import { clientAddress, type Proxies } from '@latchkey/proxies'

export { noProxies, type Proxies, readProxies } from '@latchkey/proxies'

/** Returns the address of the client of a request, whose connection comes from `remoteAddress`. */
export const ipAddress = (request: Request, remoteAddress: string, proxies: Proxies): string =>
  clientAddress(request.headers.get('x-forwarded-for'), remoteAddress, proxies)
