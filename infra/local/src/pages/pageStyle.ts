import { readFileSync } from 'node:fs'
import type { Context } from 'hono'

const style = readFileSync(new URL('assets/page.css', import.meta.url), 'utf8')

/** Serves the styles of `localPage`. */
export const pageStyle = (context: Context): Response => context.body(style, 200, { 'Content-Type': 'text/css' })
