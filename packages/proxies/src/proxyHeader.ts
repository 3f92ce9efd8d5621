/**
 * The header of the PROXY protocol, versions 1 and 2 (haproxy.org, `doc/proxy-protocol.txt`, section 2): a proxy's information about a
 * connection before the client's bytes.
 */
import { isIP } from 'node:net'

/** A parsed PROXY protocol header. */
export type ProxyHeader = {
  /** The client's address; null when the connection is the proxy's own, or the client has none. */
  address: string | null
  /** Length of the header in bytes. */
  length: number
}

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const maxBytesOfVersion1 = 107
/** The extensions of HAProxy and cloud load balancers take a few hundred bytes. */
const maxBytes = 4_096

/** Parses the header at the start of `bytes`; null when more bytes are needed. Throws when there is no valid one. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | null {
  if (isStartOf(bytes, signature)) return bytes.length < 16 ? null : readVersion2(bytes)
  if (isStartOf(bytes, Buffer.from('PROXY '))) return readVersion1(bytes)
  throw new Error('No PROXY header')
}

const isStartOf = (bytes: Buffer, whole: Buffer): boolean => {
  const length = Math.min(bytes.length, whole.length)
  return bytes.subarray(0, length).equals(whole.subarray(0, length))
}

function readVersion1(bytes: Buffer): ProxyHeader | null {
  const end = bytes.subarray(0, maxBytesOfVersion1).indexOf('\r\n')
  if (end === -1) {
    if (bytes.length >= maxBytesOfVersion1) throw new Error('The PROXY header has no end')
    return null
  }
  const [, family, address = ''] = bytes.toString('latin1', 0, end).split(' ')
  const length = end + 2
  if (family === 'UNKNOWN') return { address: null, length }
  if (isIP(address) !== { TCP4: 4, TCP6: 6 }[family ?? '']) throw new Error('The PROXY header names no address')
  return { address, length }
}

function readVersion2(bytes: Buffer): ProxyHeader | null {
  const [version, command] = [bytes.readUInt8(12) >> 4, bytes.readUInt8(12) & 0xf]
  const family = bytes.readUInt8(13) >> 4
  const length = 16 + bytes.readUInt16BE(14)
  if (version !== 2 || command > 1 || length > maxBytes) throw new Error('The PROXY header is invalid')
  if (bytes.length < length) return null
  const addressBytes = { 1: 4, 2: 16 }[family]
  // LOCAL: the proxy's own connection, such as a health check. Other address families than the internet's don't count.
  if (command === 0 || addressBytes === undefined) return { address: null, length }
  if (length < 16 + 2 * addressBytes + 4) throw new Error('The PROXY header names no address')
  const source = bytes.subarray(16, 16 + addressBytes)
  if (family === 1) return { address: source.join('.'), length }
  const groups = Array.from({ length: 8 }, (_, index) => source.readUInt16BE(2 * index).toString(16))
  return { address: groups.join(':'), length }
}
