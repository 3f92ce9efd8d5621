import { act as reactAct } from 'react'

const declare = (acting: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: acting })

/**
 * Do something and let React finish with it. Only meanwhile is this a test to React: an animation that ends or an image
 * that fails later is the browser's doing.
 */
export const act = async <result>(run: () => result | Promise<result>): Promise<result> => {
  declare(true)
  try {
    return await reactAct(async () => run())
  } finally {
    declare(false)
  }
}
