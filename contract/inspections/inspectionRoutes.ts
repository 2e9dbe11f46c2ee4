import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams, MessageAnswer } from '../values/text.ts';
import {
  Inspection,
  InspectionParams,
  InspectionRemark,
  InspectionRow,
  MOST_INSPECTIONS,
  MOST_OF_HOME,
  MOST_TENANT_REMARKS,
  NewInspectionRemark,
  SavedInspection,
} from './inspection.ts';
import { InspectionTemplate } from './template.ts';

/** The calls by which management inspects homes, and tenants read what was found and add remarks. */
export const inspectionRoutes = {
  listInspections: {
    method: 'GET',
    path: '/inspections',
    who: 'manager',
    offline: 'keep',
    summary: `The inspections of all homes without their rooms; the latest ${MOST_INSPECTIONS}, by day, newest first.`,
    answer: lazySchema(() => z.array(InspectionRow)),
  },
  listOwnInspections: {
    method: 'GET',
    path: '/inspections/own',
    who: 'signed-in',
    offline: 'keep',
    summary: `The finalized inspections of the leases by which one rents; the latest ${MOST_OF_HOME}, newest first.`,
    answer: lazySchema(() => z.array(Inspection)),
  },
  listHomeInspections: {
    method: 'GET',
    path: '/units/:id/inspections',
    who: 'manager',
    offline: 'keep',
    summary: `The inspections of a unit with their rooms, drafts too; the latest ${MOST_OF_HOME}, newest first.`,
    params: IdParams,
    answer: lazySchema(() => z.array(Inspection)),
  },
  readInspectionTemplate: {
    method: 'GET',
    path: '/inspections/template',
    who: 'manager',
    offline: 'keep',
    summary:
      'The rooms and items with which an inspection begins, and for how many days tenants may add remarks.',
    answer: InspectionTemplate,
  },
  setInspectionTemplate: {
    method: 'PUT',
    path: '/inspections/template',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Says with which rooms and items inspections begin, and for how many days tenants may add remarks.',
    body: InspectionTemplate,
    answer: InspectionTemplate,
  },
  saveInspection: {
    method: 'PUT',
    path: '/inspections/:id',
    who: 'manager',
    offline: 'queue',
    summary:
      'Saves an inspection whole, under the UUID that the device gave it: a draft any number of times, and finalized once. ' +
      'Finalized, it counts as signed when the device captured it, and its tenants are told.',
    params: InspectionParams,
    body: SavedInspection,
    answer: Inspection,
    refuses: [
      '404 for a unit or a lease that is not there',
      '409 `inspection_finalized` for one that was finalized',
      '409 `inspection_changed` for one that was saved elsewhere since this copy was opened',
    ],
  },
  deleteInspection: {
    method: 'DELETE',
    path: '/inspections/:id',
    who: 'manager',
    offline: 'refuse',
    summary: 'Deletes the draft of an inspection.',
    params: InspectionParams,
    answer: MessageAnswer,
    refuses: ['404 for one that is not there', '409 `inspection_finalized` for one that was finalized'],
  },
  addInspectionRemark: {
    method: 'POST',
    path: '/inspections/:id/remarks',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Adds a remark of a tenant to a finalized inspection of their lease. Remarks are not changed.',
    params: InspectionParams,
    body: NewInspectionRemark,
    status: 201,
    answer: InspectionRemark,
    refuses: [
      '404 for one that is not there, or of whose lease one is no tenant',
      '409 `remarks_over` after its days for remarks',
      `409 after ${MOST_TENANT_REMARKS} remarks`,
    ],
  },
} as const satisfies Record<string, Route>;
