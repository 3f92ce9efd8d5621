const mostCharacters = 2_048
const mostInline = 32 * 1024
/** A picture in an `img` runs no scripts and loads nothing, SVG included. */
const inline = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/
/** ENSIP-12 has both. */
const ipfs = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,128}(?:\/[^\s?#]*)?)$/

/**
 * The picture that an avatar record gives (ENSIP-12), as an address that a page can load: https, a small picture in the record
 * itself, or IPFS by way of the operator's gateway. Null for anything else; a token's picture (`eip155:…`) is not read.
 */
export function avatarUrl(record: string, ipfsGateway: string | undefined): string | null {
  if (record.startsWith('data:')) return record.length <= mostInline && inline.test(record) ? record : null
  if (record.length > mostCharacters) return null
  const [, path] = ipfs.exec(record) ?? []
  if (path !== undefined && ipfsGateway === undefined) return null
  const url = URL.parse(path === undefined ? record : `${ipfsGateway}/ipfs/${path}`)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return url.href
}
