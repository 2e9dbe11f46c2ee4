import type { Intent, SetupIntent } from './account.ts';

/** The HTML of the bank's page, on which a customer authenticates a payment. */
export function authenticationPage(intent: Intent | SetupIntent, at: string): string {
  const asks =
    intent.object === 'setup_intent'
      ? 'you let your card be stored for later payments'
      : `you are paying ${(intent.amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`;
  const waiting = intent.status === 'requires_action';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Authenticate your payment (test)</title>
<link rel="stylesheet" href="${at}/stand-in.css">
</head>
<body class="stand-in-page">
<main>
<p class="stand-in-note" role="note">Test mode: no real card is charged.</p>
<h1>3D Secure test page</h1>
${
  waiting
    ? `<p>Your bank asks whether ${asks}.</p>
<form method="post" action="${at}/authenticate/${intent.id}">
<input type="hidden" name="client_secret" value="${intent.client_secret}">
<button name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button>
</form>`
    : '<p>There is nothing to authenticate any more.</p>'
}
</main>
</body>
</html>
`;
}
