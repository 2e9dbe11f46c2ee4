// The least that an app of these libraries can be: React, the router, Dexie and a service worker, which show one row.
import { Dexie, type EntityTable } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

class BareDatabase extends Dexie {
  declare requests: EntityTable<{ id: number; information: string }, 'id'>;

  constructor() {
    super('bare');
    this.version(1).stores({ requests: 'id' });
  }
}

const database = new BareDatabase();

function Requests() {
  const requests = useLiveQuery(() => database.requests.toArray());
  return (
    <main>
      {requests?.map(({ id, information }) => (
        <p key={id}>{information}</p>
      ))}
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Requests />} />
      </Routes>
    </BrowserRouter>
  </StrictMode>,
);
// The first visit stores the row that later ones show.
void database.requests.put({ id: 1, information: 'The kitchen faucet drips.' });
void navigator.serviceWorker.register('/worker.js');
