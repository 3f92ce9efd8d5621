import { act as reactAct } from 'react'

const declare = (acting: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: acting })

/**
 * Runs a function and lets React finish with it. React only treats this time as a test: an animation that ends or an image that fails later
 * comes from the browser.
 */
export const act = async <result>(run: () => result | Promise<result>): Promise<result> => {
  declare(true)
  try {
    return await reactAct(async () => run())
  } finally {
    declare(false)
  }
}
