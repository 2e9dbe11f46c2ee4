// Where all site data are blocked, Firefox refuses to open a BroadcastChannel. Without the global, code goes on without
// channels. Imported before everything else, since Dexie opens one while it is loaded.
try {
  new BroadcastChannel('porchlight-probe').close();
} catch {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}
