declare const noteMessage: (how: string, text: string) => void

/** DOM, attributes and fields; storages; databases: as texts. */
export type Spelling = () => Promise<Record<'document' | 'storage' | 'databases', string>>

/**
 * Runs first in every document: reports each message that its window and its ports receive or send, and defines `spellRealm`.
 * Self-contained, since it is serialized. A worker has no document; its messages pass through ports.
 */
export const watchRealm = (): void => {
  const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

  /** Returns any value as text, bytes in hexadecimal. */
  const spell = (value: unknown, seen: readonly unknown[] = []): string => {
    if (typeof value !== 'object' || value === null) return String(value)
    if (seen.includes(value)) return ''
    if (value instanceof ArrayBuffer) return hex(new Uint8Array(value))
    if (ArrayBuffer.isView(value)) return hex(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    if (value instanceof CryptoKey) return `CryptoKey ${value.type} extractable=${value.extractable}`
    if (value instanceof Map) return spell([...value], [...seen, value])
    const entries = Object.entries(value)
    if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return value.join(',')
    return `{${entries.map(([name, item]) => `${name}: ${spell(item, [...seen, value])}`).join('; ')}}`
  }

  addEventListener('message', ({ data }) => noteMessage('message', spell(data)), true)
  const { postMessage, addEventListener: listen } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: unknown[]) {
    noteMessage('sent through a port', spell(message))
    return Reflect.apply(postMessage, this, [message, ...rest])
  }
  const watched = new WeakSet<MessagePort>()
  MessagePort.prototype.addEventListener = function (this: MessagePort, ...listening: unknown[]) {
    if (!watched.has(this)) {
      watched.add(this)
      Reflect.apply(listen, this, [
        'message',
        ({ data }: MessageEvent) => noteMessage('come through a port', spell(data)),
      ])
    }
    return Reflect.apply(listen, this, listening)
  }

  const spellTree = (node: Node): string => {
    const own =
      node instanceof Element
        ? [...node.attributes].map(({ name, value }) => `${name}="${value}"`).join(' ')
        : (node.nodeValue ?? '')
    const field = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node.value : ''
    const inside = node instanceof Element && node.shadowRoot ? spellTree(node.shadowRoot) : ''
    return `${own} ${field} ${inside} ${[...node.childNodes].map(spellTree).join(' ')}`
  }
  const settled = <result>(request: IDBRequest<result>): Promise<result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const spellDatabases = async (): Promise<string> => {
    const texts: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        texts.push(
          `${name} ${store}: ${spell(await settled(rows.getAllKeys()))} ${spell(await settled(rows.getAll()))}`,
        )
      }
      database.close()
    }
    return texts.join('\n')
  }
  Object.assign(globalThis, {
    spellRealm: async () => ({
      document: spellTree(document),
      storage: `${spell({ ...localStorage })} ${spell({ ...sessionStorage })} ${document.cookie} ${name} ${spell(history.state)}`,
      databases: await spellDatabases(),
    }),
  })
}
