import { useEffect } from 'react';

/** What stands in the page instead of React's texts, by the element that they are children of. */
const standIns = new WeakMap<Node, Map<ChildNode, Text[]>>();

/**
 * Keeps the app whole in a page that the browser translates. A translator takes texts out and puts `<font>` in their place,
 * so that React, which knows nothing of it, would throw where it removes such a text or inserts something before it, and
 * would write a new text where nobody sees it. Whatever React does with such a text, it is put back first; the translator
 * then translates it again.
 */
export function useTranslatedTexts(): void {
  useEffect(() => {
    const observer = new MutationObserver(noticeTranslations);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}

function noticeTranslations(changes: MutationRecord[]): void {
  const fonts = new Set<Node>(changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isFont));
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const places = standIns.get(target);
    for (const node of removedNodes) {
      const known = places?.has(node as ChildNode) ?? false;
      if (!known && !(node instanceof Text && fonts.size > 0)) continue;
      const candidates = [...addedNodes, previousSibling, nextSibling].filter(
        (each): each is ChildNode =>
          each?.parentNode === target && (fonts.has(each) || (known && [...addedNodes].includes(each))),
      );
      // One that no text has yet: two texts side by side have one each.
      const place = candidates.find((each) => !places?.has(each)) ?? candidates[0];
      if (place && node.parentNode !== target) noteStandIn(target, node as ChildNode, place);
    }
  }
}

function isFont({ nodeName }: Node): boolean {
  return nodeName === 'FONT';
}

function noteStandIn(parent: Node, removed: ChildNode, place: ChildNode): void {
  const places = standIns.get(parent) ?? new Map<ChildNode, Text[]>();
  // A stand-in is replaced where the page is translated again, or shown in its own words.
  const texts = removed instanceof Text && !places.has(removed) ? [removed] : (places.get(removed) ?? []);
  places.delete(removed);
  const away = texts.filter((text) => text.parentNode !== parent);
  if (away.length === 0) return;
  places.set(place, [...(places.get(place) ?? []), ...away]);
  if (!standIns.has(parent)) watchParent(parent);
  standIns.set(parent, places);
  for (const text of away) watchText(text, parent);
}

/** By properties of the element itself, so that nothing changes for the rest of the page. */
function watchParent(parent: Node): void {
  const native = Node.prototype;
  Object.assign(parent, {
    removeChild(child: Node) {
      putBack(parent, child);
      return child.parentNode === parent ? native.removeChild.call(parent, child) : child;
    },
    insertBefore(child: Node, before: Node | null) {
      putBack(parent, child, before);
      return native.insertBefore.call(parent, child, before?.parentNode === parent ? before : null);
    },
    appendChild(child: Node) {
      putBack(parent, child);
      return native.appendChild.call(parent, child);
    },
  });
}

function watchText(text: Text, parent: Node): void {
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set(value: string) {
      // Where the translator moved the text into its element, it is seen there.
      if (!text.isConnected) putBack(parent, text);
      nodeValue?.set?.call(text, value);
    },
  });
}

/** Puts the element's texts back if one of these nodes is among them: a translated sentence may be spread over all of them. */
function putBack(parent: Node, ...touched: (Node | null)[]): void {
  const places = standIns.get(parent);
  if (!places || ![...places.values()].flat().some((text) => touched.includes(text))) return;
  for (const [place, texts] of places) {
    if (place.parentNode === parent) place.replaceWith(...texts);
    for (const text of texts) Reflect.deleteProperty(text, 'nodeValue');
  }
  standIns.delete(parent);
  for (const name of ['removeChild', 'insertBefore', 'appendChild']) Reflect.deleteProperty(parent, name);
}
