import type { PhraseBook } from "./phraseBook";

export const it: PhraseBook = {
  code: "it",
  label: "Italian",
  products: [
    ["Siero notte", "Crema alla vitamina C", "Olio per capelli al rosmarino"],
    ["Camicia di lino", "Cappotto in lana riciclata", "Sneaker di ogni giorno"],
    ["Scrivania regolabile in rovere", "Tappeto lavabile", "Lenzuola di lino"],
    ["Box cena per la famiglia", "Olio extravergine", "Granola proteica"],
    ["Manubri regolabili", "Piano forza di 12 settimane", "Gilet da trail"],
    ["Weekend in montagna", "Trolley da cabina", "Pass treno notturno"],
    ["Carta di viaggio senza commissioni", "Conto deposito al 3%", "Fatture per freelance"],
    ["Inglese in 15 minuti al giorno", "Corso di analisi dati", "Lezioni di piano a casa"],
    ["Avventura a enigmi", "Manager di calcio", "Fattoria tranquilla"],
    ["Cibo fresco per cani", "Fontanella per gatti", "Localizzatore GPS per animali"],
    ["Cuffie a cancellazione di rumore", "Mini proiettore", "Tastiera meccanica"],
    ["Bici elettrica da città", "Gomme invernali", "Dash cam"],
  ],
  headlines: [
    "{p}: −{n}% sul primo ordine",
    "Perché in 40.000 hanno scelto {b}",
    "{p}, finalmente senza stress",
    "{b}: fatto piano, spedito oggi",
    "30 giorni di prova: {p}",
    "Solo questa settimana da {b}: {p}",
  ],
  seasonal: [
    "Un regalo che resta: {p}",
    "Settimana di sconti: −{n}% su {b}",
    "Anno nuovo, slancio nuovo: {p}",
    "L’estate comincia con {b}",
  ],
  subtitles: ["Spedizione gratuita, reso in 60 giorni", "4,8 su 5 da 12.403 clienti", "Nessun abbonamento"],
  descriptions: [
    "Abbiamo creato {b} perché niente ci convinceva. Tre anni e 61 prototipi dopo, eccolo.",
    "Ordina entro le 16 e parte oggi. Se non ti piace, il reso lo paghiamo noi.",
    "Il miglior prezzo della stagione finisce domenica a mezzanotte.",
  ],
  ctas: ["Acquista", "Scopri di più", "Iscriviti", "Scarica", "Prenota", "Ottieni l’offerta", "Abbonati", "Gioca ora"],
};
