/** Behind a proxy of ours, the last address in `X-Forwarded-For` is the one that the proxy saw. */
export function ipAddress(request: Request, remoteAddress: string, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded === undefined || forwarded === '' ? remoteAddress : forwarded
}
