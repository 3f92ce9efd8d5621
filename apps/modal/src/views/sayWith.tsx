import { Fragment, type ReactNode } from 'react'
import { en, type WordKey } from '../words/en.ts'

/** Words with elements in the places of their arguments. */
export const sayWith = (key: WordKey, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  en[key].split(/(\{\w+\})/).map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    return <Fragment key={piece}>{name === undefined ? piece : values[name]}</Fragment>
  })
