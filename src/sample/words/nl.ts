import type { PhraseBook } from "./phraseBook";

export const nl: PhraseBook = {
  code: "nl",
  label: "Dutch",
  products: [
    ["Nachtserum", "Vitamine C-crème", "Haarolie met rozemarijn"],
    ["Linnen overhemd", "Jas van gerecyclede wol", "Sneakers voor elke dag"],
    ["Eiken zit-stabureau", "Wasbaar vloerkleed", "Linnen beddengoed"],
    ["Maaltijdbox voor het gezin", "Olijfolie van één gaard", "Eiwitgranola"],
    ["Verstelbare dumbbells", "Krachtplan van 12 weken", "Trailvest"],
    ["Weekend in de bergen", "Handbagagekoffer", "Nachttreinpas"],
    ["Reiskaart zonder kosten", "Spaarrekening met 2,9%", "Facturen voor zzp’ers"],
    ["Spaans in 15 minuten per dag", "Cursus data-analyse", "Pianoles thuis"],
    ["Puzzelavontuur", "Voetbalmanager", "Rustige boerderij"],
    ["Vers hondenvoer", "Drinkfontein voor katten", "GPS-tracker voor huisdieren"],
    ["Koptelefoon met ruisonderdrukking", "Mini-beamer", "Mechanisch toetsenbord"],
    ["Elektrische stadsfiets", "Winterbanden", "Dashcam"],
  ],
  headlines: [
    "{p}: nu {n}% korting",
    "Waarom 40.000 mensen overstapten op {b}",
    "{p}, eindelijk zonder gedoe",
    "{b}: rustig gemaakt, vandaag verstuurd",
    "30 dagen getest: {p}",
    "Alleen deze week bij {b}: {p}",
  ],
  seasonal: [
    "Een cadeau dat blijft: {p}",
    "Kortingsweek: {n}% op alles van {b}",
    "Nieuw jaar, nieuwe start: {p}",
    "De zomer begint bij {b}",
  ],
  subtitles: ["Gratis verzending, 60 dagen bedenktijd", "4,8 uit 5 bij 12.403 reviews", "Geen abonnement"],
  descriptions: [
    "We begonnen {b} omdat niets goed genoeg was. Drie jaar en 61 prototypes later is het zover.",
    "Voor 16.00 uur besteld, vandaag verstuurd. Niet tevreden? Wij betalen de retour.",
  ],
  ctas: ["Koop nu", "Meer info", "Aanmelden", "Downloaden", "Boek nu", "Pak de deal", "Abonneren", "Speel nu"],
};
