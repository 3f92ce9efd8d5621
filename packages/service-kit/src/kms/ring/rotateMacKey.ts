import { newKey, type RingFile, readRing, replaceRing } from './ringFile.ts'

/** The three steps by which a ring gets another key for MACs; with each, processes that run accept what the step before has made. */

const present = (file: string): RingFile => {
  const ring = readRing(file)
  if (ring === null) throw new Error(`There is no key ring ${file}`)
  return ring
}

/** Makes the next key, unless there is one. Throws while the one of before is not retired. */
export function prepareMacKey(file: string): void {
  const ring = present(file)
  if (ring.previousMacKey !== undefined)
    throw new Error('The mac key of before is still accepted: run retire mac first')
  if (ring.preparedMacKey === undefined) replaceRing(file, { ...ring, preparedMacKey: newKey() })
}

/** Uses the next key. Throws when none is prepared. */
export function rotateMacKey(file: string): void {
  const { preparedMacKey, ...ring } = present(file)
  if (preparedMacKey === undefined) throw new Error('No mac key is prepared: run prepare mac')
  replaceRing(file, { ...ring, macKey: preparedMacKey, previousMacKey: ring.macKey })
}

/** Deletes the key of before. Codes and nonces live ten minutes. Throws when there is none. */
export function retireMacKey(file: string): void {
  const { previousMacKey, ...ring } = present(file)
  if (previousMacKey === undefined) throw new Error('There is no mac key of before')
  replaceRing(file, ring)
}
