import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/localSignIn'
import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** A page of a local provider. `title` is what people call it. */
export const providerPage = (title: string, heading: string, content: Html): Html => html`<!doctype html>
<html lang="${getLanguage()}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${t('documentTitle', { heading, provider: title })}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/signIn.css">
  </head>
  <body>
    <main>
      <p class="badge">${t('badge', { provider: title })}</p>
      <h1>${heading}</h1>
      ${content}
    </main>
  </body>
</html>`
