import { newKey, type RingFile, readRing, replaceRing } from './ringFile.ts'

/** The three steps by which a ring gets another key for MACs; with each, processes that run accept what the step before has made. */

const present = (file: string): RingFile => {
  const ring = readRing(file)
  if (ring === null) throw new Error(`There is no key ring ${file}`)
  return ring
}

/** Creates the next key if there is none. Throws while the previous one isn't retired. */
export function prepareMacKey(file: string): void {
  const ring = present(file)
  if (ring.previousMacKey !== undefined)
    throw new Error('The mac key of before is still accepted: run retire mac first')
  if (ring.preparedMacKey === undefined) replaceRing(file, { ...ring, preparedMacKey: newKey() })
}

/** Puts the next key to use. Throws when none is prepared. */
export function rotateMacKey(file: string): void {
  const { preparedMacKey, ...ring } = present(file)
  if (preparedMacKey === undefined) throw new Error('No mac key is prepared: run prepare mac')
  replaceRing(file, { ...ring, macKey: preparedMacKey, previousMacKey: ring.macKey })
}

/** Deletes the previous key. Codes and nonces live ten minutes. Throws when there is none. */
export function retireMacKey(file: string): void {
  const { previousMacKey, ...ring } = present(file)
  if (previousMacKey === undefined) throw new Error('There is no mac key of before')
  replaceRing(file, ring)
}
