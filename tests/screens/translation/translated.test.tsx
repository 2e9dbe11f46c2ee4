import { render, screen } from '@testing-library/react';
import { Check } from 'lucide-react';
import { type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useTranslatedTexts } from '../../../src/shell/translatedTexts.ts';
import { Badge } from '../../../src/ui/data/Badge.tsx';
import { expectWhole, fontElement, translatePage } from '../../support/screens/translator.ts';

/** A page that follows a translator. */
function Page({ children }: { children: ReactNode }) {
  useTranslatedTexts();
  return children;
}

/** Shows the steps one after the other, and translates the page after each; returns what is shown, without its marks. */
async function steps(...shown: ReactNode[]): Promise<string[]> {
  const { container, rerender } = render(<Page>{shown[0]}</Page>);
  const seen = [];
  for (const node of shown) {
    rerender(<Page>{node}</Page>);
    expectWhole();
    seen.push(container.textContent.replaceAll(/[«»]/g, ''));
    translatePage();
    await task();
  }
  return seen;
}

/** Ends what a translator does at once. */
const task = () => new Promise((resolve) => setTimeout(resolve));

test('a badge that gets and loses its icon stays, translated or not', async () => {
  const badge = (icon: boolean) => <Badge icon={icon ? Check : undefined}>Sent</Badge>;
  expect(await steps(badge(false), badge(true), badge(false), badge(true))).toEqual([
    'Sent',
    'Sent',
    'Sent',
    'Sent',
  ]);
});

test('a number that changes within a translated sentence is seen', async () => {
  const line = (count: number) => (
    <p>
      {count} of {count + 1} units
    </p>
  );
  expect(await steps(line(1), line(2), line(5))).toEqual(['1 of 2 units', '2 of 3 units', '5 of 6 units']);
});

test('a translated text that comes and goes beside others does so', async () => {
  const line = (more: string | false, element: boolean) => (
    <p>
      Paid {more} {element && <b>today</b>} by Robin {element ? 'again' : <i>now</i>}
    </p>
  );
  expect(
    await steps(line(false, false), line('twice', true), line(false, true), line('late', false)),
  ).toEqual([
    'Paid   by Robin now',
    'Paid twice today by Robin again',
    'Paid  today by Robin again',
    'Paid late  by Robin now',
  ]);
});

test('texts that move in a list are where the list has them', async () => {
  const list = (...names: string[]) => (
    <div>
      {names.map((name) => (
        <Named key={name} name={name} />
      ))}
    </div>
  );
  expect(await steps(list('A', 'B', 'C'), list('C', 'A', 'B'), list('B'), list('A', 'B'))).toEqual([
    'A.B.C.',
    'C.A.B.',
    'B.',
    'A.B.',
  ]);
});

const Named = ({ name }: { name: string }) => (
  <>
    {name}
    {'.'}
  </>
);

test('a page that is translated again, or shown in its own words, goes on', async () => {
  const line = (count: number) => (
    <Page>
      <p>
        {count > 1 && <b>More:</b>} {count} units
      </p>
    </Page>
  );
  const { rerender } = render(line(1));
  translatePage();
  await task();
  for (const font of document.querySelectorAll('p > font')) {
    const other = fontElement();
    other.append('otra');
    font.replaceWith(other);
  }
  await task();
  rerender(line(2));
  expect(screen.getByText(/units/).textContent).toBe('More: 2 units');
  translatePage();
  await task();
  // The translator's own texts, not React's.
  for (const font of document.querySelectorAll('p > font, b > font')) font.replaceWith(font.textContent);
  await task();
  rerender(line(3));
  expect(screen.getByText(/units/).textContent).toBe('«More:» 3 units');
  translatePage();
  await task();
  rerender(line(1));
  expect(screen.getByText(/units/).textContent).toBe(' 1 units');
});
